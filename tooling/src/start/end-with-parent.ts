// Loaded before the server. If the process that started it is killed, the server stops as it does on SIGTERM and frees its port.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
