// Loaded before the server: when its starter is killed, the server stops as if told to, and frees its port.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
