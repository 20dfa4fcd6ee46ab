import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calendarFile } from './calendar-file.ts';

const event = {
  id: 7,
  title: 'Beach bonfire; bring wood',
  description: 'Two lines,\nand a comma',
  location_name: 'St Ouen’s Bay',
  location_address: 'La Grande Route des Mielles, Jersey',
  location_latitude: 49.2239,
  location_longitude: -2.2278,
  start_time: '2026-06-20T18:30:00.000Z',
  end_time: '2026-06-20T22:00:00.000Z',
  updated_at: '2026-06-01T10:00:00.000Z',
  my_answered_at: null,
  is_cancelled: false,
  my_status: null,
};

/** Lines as a calendar reads them: continued ones joined (RFC 5545, 3.1). */
const linesOf = async (file: File) => (await file.text()).replaceAll(/\r\n[ \t]/g, '').split('\r\n');

test('EVD-03 EVD-04 an event becomes one entry with its times in UTC, its place and a link back', async () => {
  const file = calendarFile(event, 'https://hereabouts.example');
  expect([file.name, file.type]).toEqual(['Beach bonfire bring wood.ics', 'text/calendar']);
  const lines = await linesOf(file);
  expect(lines).toEqual(
    expect.arrayContaining([
      'BEGIN:VCALENDAR',
      'UID:event-7@hereabouts.example',
      String.raw`SUMMARY:Beach bonfire\; bring wood`,
      String.raw`DESCRIPTION:Two lines\,\nand a comma`,
      'DTSTART:20260620T183000Z',
      'DTEND:20260620T220000Z',
      String.raw`LOCATION:St Ouen’s Bay\, La Grande Route des Mielles\, Jersey`,
      'GEO:49.2239;-2.2278',
      'URL:https://hereabouts.example/event/7',
    ]),
  );
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
});

test.each([
  ['accepted', 'CONFIRMED'],
  ['tentative', 'TENTATIVE'],
  ['pending', 'TENTATIVE'],
] as const)(
  'CAL-02 as in the feed, %s is %s, and the last change of event and answer counts',
  async (my_status, status) => {
    const revision = async (my_answered_at: string) => {
      const lines = await linesOf(
        calendarFile({ ...event, my_status, my_answered_at }, 'https://hereabouts.example'),
      );
      return lines.filter((line) => /^(STATUS|SEQUENCE|LAST-MODIFIED):/.test(line));
    };
    const sequence = (Date.UTC(2026, 5, 1, 10) - Date.UTC(2026, 0, 1)) / 1000;
    const changed = ['LAST-MODIFIED:20260601T100000Z', `SEQUENCE:${sequence}`, `STATUS:${status}`];
    expect(await revision('2026-05-01T10:00:00.000Z')).toEqual(changed);
    const answered = ['LAST-MODIFIED:20260601T100007Z', `SEQUENCE:${sequence + 7}`, `STATUS:${status}`];
    expect(await revision('2026-06-01T10:00:07.000Z')).toEqual(answered);
  },
);

test('EVF-19 whatever people write stays within its line of the file', async () => {
  const text = fc.string({ unit: 'binary', maxLength: 120 });
  await fc.assert(
    fc.asyncProperty(text, text, text, async (title, description, name) => {
      const lines = await linesOf(
        calendarFile({ ...event, title, description, location_name: name }, 'https://hereabouts.example'),
      );
      for (const line of lines.filter(Boolean)) expect(line).toMatch(/^[A-Z-]+[;:]/);
      expect(lines.filter((line) => line.startsWith('UID:'))).toEqual(['UID:event-7@hereabouts.example']);
    }),
    { numRuns: 100 },
  );
});

test('a title of signs alone still gives the file a name', () => {
  expect(calendarFile({ ...event, title: '///' }, 'https://hereabouts.example').name).toBe('event.ics');
});

test('LAYOUT-03 no line break of any kind adds a property to the entry (S26)', async () => {
  const evil = (text: string) => `${text}\rX-EVIL:1\u2028X-EVIL:2\u0085X-EVIL:3\u0007`;
  const file = calendarFile(
    {
      ...event,
      title: evil('Title'),
      description: evil('Words'),
      location_name: evil('Place'),
      location_address: evil('Road'),
    },
    'https://hereabouts.example',
  );
  const text = await file.text();
  expect(text.split(/\r\n|[\n\r\u0085\u2028]/).filter((line) => line.startsWith('X-EVIL'))).toEqual([]);
  expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u);
  expect(text.replaceAll(/\r\n[ \t]/g, '')).toContain(
    String.raw`DESCRIPTION:Words\nX-EVIL:1\nX-EVIL:2\nX-EVIL:3`,
  );
});
