import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';

/** `hang`: the request stays open until `release`. `broken`: it throws while it is read. `absent`: there is none. */
export type ScriptMode = 'whole' | 'hang' | 'broken' | 'absent';
/** `hang`: as for the script. Any other text is the status that is answered. */
export type ServiceMode = 'well' | 'hang' | (string & {});

export type PlacesCall = {
  path: string;
  input?: string;
  types?: string[];
  placeId?: string;
  fields?: string[];
  session: string;
};

/** A maps service of the test's own on loopback: its script, and what the script asks. */
export type MapsStandIn = {
  readonly scriptUrl: string;
  script: ScriptMode;
  predictions: ServiceMode;
  details: ServiceMode;
  /** What each request for the script asked for. */
  readonly loads: Record<string, string>[];
  readonly calls: PlacesCall[];
  /** Answers those who wait. */
  release(): void;
  /** Well again, nothing remembered. */
  reset(): void;
  stop(): Promise<void>;
};

const SCRIPT = readFileSync(join(import.meta.dirname, 'maps-script.mjs'));
const PREDICTIONS_MAX = 5;

/** None of them is on the product's own list. */
const PLACES = [
  place('plemont', 'Plémont Bay', 'St Ouen, Jersey', 49.256_7, -2.236_3),
  place('bouley', 'Bouley Bay', 'Trinity, Jersey', 49.239_4, -2.079_6),
  place('havre', 'Havre des Pas Bay', 'St Helier, Jersey', 49.174_8, -2.098_1),
  place('bonne', 'Bonne Nuit Bay', 'St John, Jersey', 49.250_4, -2.117_7),
  place('anne', 'Anne Port Bay', 'St Martin, Jersey', 49.207_2, -2.018_9),
  place('green', 'Green Island Bay', 'St Clement, Jersey', 49.160_2, -2.073_5),
  place('street', '12 Pier Road', 'St Helier, Jersey', 49.181_1, -2.108_3),
];

function place(id: string, name: string, area: string, latitude: number, longitude: number) {
  return { id, name, area, latitude, longitude };
}

export async function startMapsStandIn(): Promise<MapsStandIn> {
  const waiting: (() => void)[] = [];
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const standIn: MapsStandIn = {
    scriptUrl: `${origin}/maps/api/js`,
    script: 'whole',
    predictions: 'well',
    details: 'well',
    loads: [],
    calls: [],
    release() {
      for (const go of waiting.splice(0)) go();
    },
    reset() {
      Object.assign(standIn, { script: 'whole', predictions: 'well', details: 'well' });
      waiting.length = 0;
      standIn.loads.length = 0;
      standIn.calls.length = 0;
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return standIn;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', origin);
    if (pathname === '/maps/api/js') return answerScript(Object.fromEntries(searchParams), response);
    const asked = (await json(request)) as Omit<PlacesCall, 'path'>;
    standIn.calls.push({ path: pathname, ...asked });
    const mode = pathname === '/details' ? standIn.details : standIn.predictions;
    const body = mode === 'well' || mode === 'hang' ? found(asked) : { status: mode };
    const go = () => send(response, 'application/json', JSON.stringify(body));
    if (mode === 'hang') waiting.push(go);
    else go();
  }

  function answerScript(query: Record<string, string>, response: ServerResponse): void {
    standIn.loads.push(query);
    if (standIn.script === 'hang') waiting.push(() => send(response, 'text/javascript', SCRIPT));
    else if (standIn.script === 'absent') response.writeHead(503).end();
    else if (standIn.script === 'broken')
      send(response, 'text/javascript', 'throw new Error("half a script")');
    else send(response, 'text/javascript', SCRIPT);
  }
}

function found({ input, placeId }: Omit<PlacesCall, 'path'>): { status: string; result?: unknown } {
  if (placeId !== undefined) {
    const known = PLACES.find(({ id }) => id === placeId);
    if (!known) return { status: 'NOT_FOUND' };
    const { name, area, latitude, longitude } = known;
    return { status: 'OK', result: { name, formatted_address: `${area} JE3`, latitude, longitude } };
  }
  const wanted = input?.toLowerCase() ?? '';
  const matches = PLACES.filter(({ name }) => name.toLowerCase().includes(wanted));
  if (matches.length === 0) return { status: 'ZERO_RESULTS' };
  const result = matches.slice(0, PREDICTIONS_MAX).map(({ id, name, area }) => ({
    place_id: id,
    description: `${name}, ${area}`,
    structured_formatting: { main_text: name, secondary_text: area },
  }));
  return { status: 'OK', result };
}

function send(response: ServerResponse, contentType: string, body: string | Buffer): void {
  response.writeHead(200, { 'content-type': contentType, 'access-control-allow-origin': '*' }).end(body);
}
