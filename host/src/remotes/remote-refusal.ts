/** A remote that the host refuses to run. `params` fill the placeholders of its message (`failure.<code>`). */
export class RemoteRefusal extends Error {
  readonly code: 'INCOMPATIBLE_REMOTE' | 'REMOTE_SWITCHED_OFF';
  readonly params: Readonly<Record<string, string>>;

  constructor(code: RemoteRefusal['code'], message: string, params: RemoteRefusal['params'] = {}) {
    super(message);
    this.code = code;
    this.params = params;
  }
}
