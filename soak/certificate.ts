import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Writes `cert.pem` and `key.pem` of hereabouts.example, signed by itself. */
export function makeCertificate(folder: string): void {
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  const { status, stderr } = spawnSync(
    'openssl',
    [
      'req',
      '-x509',
      ...key,
      '-subj',
      '/CN=hereabouts.example',
      '-addext',
      'subjectAltName=DNS:hereabouts.example',
      '-days',
      '2',
      ...files,
    ],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(stderr);
}
