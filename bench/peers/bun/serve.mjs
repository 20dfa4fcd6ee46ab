// Bun's own publish; obeys `<burst> <rooms>` lines on its second port. Run by Bun.
import { obey } from '../../chat-fanout/speech.ts';

const server = Bun.serve({
  port: 0,
  hostname: '127.0.0.1',
  fetch(request, server) {
    const upgraded = server.upgrade(request, { data: { room: new URL(request.url).pathname.slice(1) } });
    return upgraded ? undefined : new Response(null, { status: 400 });
  },
  websocket: {
    // Pings would be counted as messages.
    idleTimeout: 960,
    backpressureLimit: 64 * 1024 * 1024,
    open: (ws) => ws.subscribe(ws.data.room),
    message() {},
  },
});
obey(server.port, (room, payload) => void server.publish(room, JSON.stringify(payload)));
