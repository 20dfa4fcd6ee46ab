// Parse Server on Postgres by PGHOST, DATABASE. Prints "ready <port>" when it listens.
import express from 'express';
import { ParseServer } from 'parse-server';

const { DATABASE, PGHOST, PORT } = process.env;
const signedIn = { requiresAuthentication: true };
const pointer = (targetClass) => ({ type: 'Pointer', targetClass });
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
  schema: {
    definitions: [
      { className: '_User', fields: { name: { type: 'String' }, image: { type: 'String' } } },
      {
        className: 'Event',
        fields: {
          number: { type: 'Number' },
          title: { type: 'String' },
          description: { type: 'String' },
          image: { type: 'String' },
          locationName: { type: 'String' },
          latitude: { type: 'Number' },
          longitude: { type: 'Number' },
          startTime: { type: 'Date' },
          endTime: { type: 'Date' },
          isPrivate: { type: 'Boolean' },
          creator: pointer('_User'),
        },
        classLevelPermissions: { find: signedIn, get: signedIn },
      },
      {
        className: 'EventInvite',
        fields: {
          user: pointer('_User'),
          event: pointer('Event'),
          status: { type: 'String' },
          eventStart: { type: 'Date' },
          eventEnd: { type: 'Date' },
        },
        // Each person reads their own.
        classLevelPermissions: { find: {}, get: {}, readUserFields: ['user'] },
      },
    ],
  },
});
await server.start();
const app = express();
app.use('/parse', server.app);
app.listen(Number(PORT), '127.0.0.1', () => console.log(`ready ${PORT}`));
process.once('SIGTERM', () => process.exit(0));
