// Parse Server with LiveQuery on Postgres by PGHOST, DATABASE. Prints "ready <port>" when it listens.
import { createServer } from 'node:http';
import express from 'express';
import { ParseServer } from 'parse-server';

const { DATABASE, PGHOST, PORT } = process.env;
const signedIn = { requiresAuthentication: true };
const serverURL = `http://127.0.0.1:${PORT}/parse`;

const server = new ParseServer({
  databaseURI: `postgres://postgres@localhost/${DATABASE}`,
  databaseOptions: { host: PGHOST, max: 10 },
  appId: 'bench',
  masterKey: 'bench-only',
  serverURL,
  publicServerURL: serverURL,
  allowClientClassCreation: false,
  silent: true,
  logLevel: 'error',
  liveQuery: { classNames: ['Message'] },
  schema: {
    definitions: [
      {
        className: 'Message',
        fields: {
          room: { type: 'Number' },
          message: { type: 'String' },
          sender: { type: 'Pointer', targetClass: '_User' },
        },
        // It asks nobody who listens.
        classLevelPermissions: { find: { '*': true }, get: { '*': true }, create: signedIn },
      },
    ],
  },
});
await server.start();
const app = express();
app.use('/parse', server.app);
// The one who speaks is silent while others are measured.
const http = createServer({ keepAliveTimeout: 600_000 }, app);
await ParseServer.createLiveQueryServer(http, {
  appId: 'bench',
  masterKey: 'bench-only',
  serverURL,
  // Nobody answers its pings.
  websocketTimeout: 600_000,
});
http.listen(Number(PORT), '127.0.0.1', () => console.log(`ready ${PORT}`));
process.once('SIGTERM', () => process.exit(0));
