import '../../../web/src/ui/styles/tokens.css';
import '../../../web/src/ui/styles/base.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { EventMap } from '../../../web/src/map/events/event-map.tsx';
import { offer } from './drive.ts';

const NOW = '2026-07-10T20:00:00Z';
const client = new QueryClient();
client.setQueryData(['settings'], { tile_attribution: 'Tiles of the benchmark' });

const pane = () => document.querySelector('.leaflet-map-pane');

offer({
  show(container, events) {
    const mapEvents = events.map((event) => ({
      ...event,
      location_name: 'Jersey',
      start_time: NOW,
      end_time: NOW,
      state: 'upcoming' as const,
    }));
    createRoot(container).render(
      <QueryClientProvider client={client}>
        <EventMap events={mapEvents} selectedId={null} onSelect={() => {}} renderPopup={() => null} />
      </QueryClientProvider>,
    );
  },
  isShown: () => document.querySelector('.leaflet-marker-pane > *') !== null,
  target: () => pane() ?? document.body,
  place: () => pane()?.getAttribute('style') ?? '',
});
