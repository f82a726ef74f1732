import webpack, { type Chunk, type Compiler } from 'webpack';

const { RuntimeGlobals, RuntimeModule } = webpack;

/**
 * Retries a script or stylesheet chunk before webpack records its failure: once the promise of a chunk is rejected, shared modules keep
 * that rejection until the page is reloaded.
 */
export class ChunkRetryPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.compilation.tap('ChunkRetryPlugin', (compilation) => {
      const add = (chunk: Chunk, runtime: webpack.RuntimeModule) =>
        compilation.addRuntimeModule(chunk, runtime);
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.loadScript)
        .tap('ChunkRetryPlugin', (chunk) => add(chunk, new ScriptRetry()));
      compilation.hooks.runtimeRequirementInTree
        .for(RuntimeGlobals.ensureChunkHandlers)
        .tap('ChunkRetryPlugin', (chunk) => add(chunk, new StylesheetRetry()));
    });
  }
}

/**
 * The first attempt may take one sixth of the total budget, the second one third, and the last one half. After a failure the address gets
 * another query, because the browser would let the same address wait for the request that hangs.
 */
const attempts = `
var attemptBudget = function (attempt) {
  var settings = globalThis.daybookConfig;
  var whole = (settings && settings.timeouts && settings.timeouts.chunkMs) || 120000;
  return whole * [1 / 6, 1 / 3, 1 / 2][attempt];
};
var failures = 0, failed = {};
var noteFailure = function (name) { failed[name] = ++failures; };
var asked = function (address, name) {
  return failed[name] ? address + (address.indexOf("?") < 0 ? "?" : "&") + "r=" + failed[name] : address;
};`;

class ScriptRetry extends RuntimeModule {
  constructor() {
    super('retry of script chunks', RuntimeModule.STAGE_TRIGGER);
  }

  override generate(): string {
    return `${attempts}
var loadScript = ${RuntimeGlobals.loadScript};
${RuntimeGlobals.loadScript} = function (url, done, key, chunkId) {
  var tryOnce = function (attempt) {
    var settled = false;
    var settle = function (event) {
      if (settled) return;
      settled = true;
      clearTimeout(timer);
      if (!event || event.type === "load") return done(event);
      noteFailure(url);
      if (attempt === 2) return done({ type: event.type, target: { src: url } });
      setTimeout(tryOnce, event.type === "timeout" ? 0 : 250 << attempt, attempt + 1);
    };
    var timer = setTimeout(settle, attemptBudget(attempt), { type: "timeout" });
    loadScript(asked(url, url), settle, key === undefined ? key : asked(key, url), chunkId);
  };
  tryOnce(0);
};`;
  }
}

class StylesheetRetry extends RuntimeModule {
  constructor() {
    super('retry of stylesheet chunks', RuntimeModule.STAGE_TRIGGER);
  }

  // The loader of stylesheets has no timeout. Reporting one to its link element makes the loader fail and remove the link.
  override generate(): string {
    return `${attempts}
var loadStylesheet = ${RuntimeGlobals.ensureChunkHandlers}.miniCss;
var nameOf = ${RuntimeGlobals.require}.miniCssF;
if (nameOf) ${RuntimeGlobals.require}.miniCssF = function (chunkId) { return asked(nameOf(chunkId), chunkId); };
var giveUp = function (chunkId) {
  var address = ${RuntimeGlobals.publicPath} + ${RuntimeGlobals.require}.miniCssF(chunkId);
  document.querySelectorAll('link[rel="stylesheet"]').forEach(function (link) {
    if (link.getAttribute("href") !== address) return;
    if (link.onerror) link.onerror({ type: "timeout", target: link });
    else link.dispatchEvent(new Event("error"));
  });
};
if (loadStylesheet) ${RuntimeGlobals.ensureChunkHandlers}.miniCss = function (chunkId, promises) {
  var tryOnce = function (attempt) {
    var loading = [];
    loadStylesheet(chunkId, loading);
    if (!loading.length) return;
    var timer = setTimeout(giveUp, attemptBudget(attempt), chunkId);
    return loading[0].then(function () { clearTimeout(timer); }, function (error) {
      clearTimeout(timer);
      noteFailure(chunkId);
      if (attempt === 2) throw error;
      return new Promise(function (resolve) { setTimeout(resolve, 250 << attempt); }).then(function () {
        return tryOnce(attempt + 1);
      });
    });
  };
  var loaded = tryOnce(0);
  if (loaded) promises.push(loaded);
};`;
  }
}
