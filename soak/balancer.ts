import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@hereabouts/testing/nats';
import { takesConnections } from './wait.ts';
// @ts-expect-error plain JavaScript: the scripts run before anything is installed
import { findOnPath } from '../scripts/find-program.mjs';

/** `http2Url`: for clients that know that it speaks HTTP/2, because it has no certificate. */
export type Balancer = { url: string; http2Url: string; port: number; stop(): Promise<void> };

const SBIN = '/usr/sbin';
const START_TIMEOUT_MS = 10_000;

/** Null where none is installed. */
export const findBalancer = (): string | null =>
  findOnPath(['haproxy'], { PATH: `${process.env['PATH'] ?? ''}:${SBIN}` });

/** The limits of docs/operating.md; what a machine can do is the same. */
export const tenfold = (rules: string): string =>
  rules.replaceAll(/ (gt|ge) (\d+) /g, (_, than, count) => ` ${than} ${10 * Number(count)} `);

/** HAProxy, with the backends and checks of docs/operating.md and a tenth of its limits, in front of these ports. `isWhole`:
 * with its limits, for people who all come from one address. */
export async function startBalancer(
  ports: readonly number[],
  folder: string,
  { isWhole = false } = {},
): Promise<Balancer> {
  const [port, http2Port] = [await freePort(), await freePort()];
  const file = join(folder, 'haproxy.cfg');
  const tenth = configuration({ port, http2Port }, ports);
  await writeFile(file, isWhole ? tenfold(tenth) : tenth);
  const child = spawn(findBalancer() ?? 'haproxy', ['-db', '-f', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = `${said}${chunk.toString()}`.slice(-2_000)));
  const exited = once(child, 'exit');
  const deadlineMs = performance.now() + START_TIMEOUT_MS;
  while (!(await takesConnections(port))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      child.kill('SIGKILL');
      throw new Error(`HAProxy did not start: ${said}`);
    }
    await sleep(50);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    http2Url: `http://127.0.0.1:${http2Port}`,
    port,
    async stop() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

const UNAVAILABLE =
  '{"error":{"code":"unavailable","message":"The service is not available right now. Please try again."}}';

function configuration(
  { port, http2Port }: { port: number; http2Port: number },
  ports: readonly number[],
): string {
  const servers = ports.map((each, index) => `  server app${index + 1} 127.0.0.1:${each}`).join('\n');
  const errors = [502, 503, 504]
    .map(
      (status) =>
        `  http-error status ${status} content-type application/json string '${UNAVAILABLE}' hdr Retry-After 2`,
    )
    .join('\n');
  return `global
  maxconn 4000

defaults
  mode http
  balance roundrobin
  option forwardfor
  option redispatch 1
  option abortonclose
  retries 3
  timeout connect 1s
  timeout check 1s
  timeout client 30s
  timeout server 90s
  timeout http-request 10s
  timeout tunnel 1h
  default-server check inter 500ms fall 3 rise 1
${errors}

frontend people
  bind 127.0.0.1:${port}
  bind [::1]:${port}
  bind 127.0.0.1:${http2Port} proto h2
  bind [::1]:${http2Port} proto h2
  stick-table type ipv6 size 200k expire 2m store conn_cur,gpc(4),gpc_rate(4,10s)
  tcp-request connection track-sc0 src,ipmask(32,64)
  tcp-request connection track-sc1 src,ipmask(32,48) table networks
  tcp-request connection reject if { sc0_conn_cur gt 600 } || { sc_gpc_rate(3,0) ge 200 }
  tcp-request connection reject if { sc1_conn_cur gt 900 } || { sc_gpc_rate(3,1) ge 300 }
  # While many connections are open, an address and a /48 have fewer: sixty-four of them leave room for others.
  tcp-request connection reject if { fe_conn gt 1800 } { sc0_conn_cur gt 30 }
  tcp-request connection reject if { fe_conn gt 1800 } { sc1_conn_cur gt 45 }
  tcp-request connection sc-inc-gpc(3,0)
  tcp-request connection sc-inc-gpc(3,1)
  # Counters of an address and of its /48: 0 reads, 1 changes, 2 sockets, 3 connections.
  http-request set-var(txn.kind) str(change)
  http-request set-var(txn.kind) str(read) if { method GET HEAD }
  http-request set-var(txn.kind) str(socket) if { path_beg /realtime/ } { method GET } { hdr(upgrade) -i websocket }
  acl is_read var(txn.kind) -m str read
  acl is_change var(txn.kind) -m str change
  acl is_socket var(txn.kind) -m str socket
  # In ten seconds, of an address and then of a /48; what is refused does not count.
  http-request deny deny_status 503 if is_read { sc_gpc_rate(0,0) ge 750 }
  http-request deny deny_status 503 if is_change { sc_gpc_rate(1,0) ge 500 }
  http-request deny deny_status 503 if is_socket { sc_gpc_rate(2,0) ge 300 }
  http-request deny deny_status 503 if is_read { sc_gpc_rate(0,1) ge 1500 }
  http-request deny deny_status 503 if is_change { sc_gpc_rate(1,1) ge 1000 }
  http-request deny deny_status 503 if is_socket { sc_gpc_rate(2,1) ge 450 }
  # While all together ask for more than this machine can do, an address and a /48 have fewer.
  acl is_flood be_sess_rate(ready) gt 1500
  http-request deny deny_status 503 if is_flood is_read { sc_gpc_rate(0,0) ge 25 }
  http-request deny deny_status 503 if is_flood is_change { sc_gpc_rate(1,0) ge 25 }
  http-request deny deny_status 503 if is_flood is_socket { sc_gpc_rate(2,0) ge 25 }
  http-request deny deny_status 503 if is_flood is_read { sc_gpc_rate(0,1) ge 40 }
  http-request deny deny_status 503 if is_flood is_change { sc_gpc_rate(1,1) ge 40 }
  http-request deny deny_status 503 if is_flood is_socket { sc_gpc_rate(2,1) ge 40 }
  http-request sc-inc-gpc(0,0) if is_read
  http-request sc-inc-gpc(0,1) if is_read
  http-request sc-inc-gpc(1,0) if is_change
  http-request sc-inc-gpc(1,1) if is_change
  http-request sc-inc-gpc(2,0) if is_socket
  http-request sc-inc-gpc(2,1) if is_socket
  # At once, of a /48.
  http-request track-sc2 src,ipmask(32,48) table reads if is_read
  http-request track-sc2 src,ipmask(32,48) table changes if is_change
  http-request track-sc2 src,ipmask(32,48) table tunnels if is_socket
  http-request deny deny_status 503 if is_read { sc2_conn_cur gt 200 }
  http-request deny deny_status 503 if is_change { sc2_conn_cur gt 100 }
  http-request deny deny_status 503 if is_socket { sc2_conn_cur gt 900 }
  use_backend sockets if is_socket { nbsrv(sockets) gt 0 }
  use_backend alive if { nbsrv(ready) eq 0 }
  default_backend ready

backend networks
  stick-table type ipv6 size 200k expire 2m store conn_cur,gpc(4),gpc_rate(4,10s)

backend reads
  stick-table type ipv6 size 200k expire 2m store conn_cur

backend changes
  stick-table type ipv6 size 200k expire 2m store conn_cur

backend tunnels
  stick-table type ipv6 size 200k expire 2m store conn_cur

backend ready
  option httpchk GET /readyz
  default-server on-marked-down shutdown-sessions
${servers}

backend sockets
  option httpchk GET /readyz
${servers}

backend alive
  option httpchk GET /healthz
${servers}
`;
}
