import 'leaflet/dist/leaflet.css';
import { Icon, Map as LeafletMap, Marker, TileLayer } from 'leaflet';
import markerUrl from 'leaflet/dist/images/marker-icon.png';
import { offer } from './drive.ts';

const pane = () => document.querySelector('.leaflet-map-pane');

offer({
  show(container, events) {
    const map = new LeafletMap(container).setView([49.18, -2.1], 13);
    new TileLayer('/tiles/{z}/{x}/{y}', { maxZoom: 19 }).addTo(map);
    const icon = new Icon({ iconUrl: markerUrl, iconSize: [25, 41], iconAnchor: [12, 41] });
    for (const { latitude, longitude, title } of events) {
      new Marker([latitude, longitude], { icon, title }).addTo(map);
    }
  },
  isShown: () => document.querySelector('.leaflet-marker-icon') !== null,
  target: () => pane() ?? document.body,
  place: () => pane()?.getAttribute('style') ?? '',
});
