import type { ReactNode } from 'react';

export const naturalEarth = 'Natural Earth';

export const countEvents = (count: string | number) => `${count} events`;

export const ownLocationUnavailable = 'Your location is not available. Showing Jersey.';
export const eventsMap = 'Events map';
export const centreOnMyLocation = 'Centre on my location';
export const showAllEvents = 'Show all events';
export const eventsOutside = (count: number) =>
  `${count} ${count === 1 ? 'event' : 'events'} outside this map`;

export const liveNow = 'Live now';
export const notGoing = 'Not Going';

export const liveNowInName = 'live now';

export const zoomIn = 'Zoom in';
export const zoomOut = 'Zoom out';
export const map = 'map';
export const mapHelp = (label: string | number, more: string | number) =>
  `${label}. Arrow keys move it, plus and minus zoom.${more}`;
export const holdAndScrollToZoom = 'Hold ⌘ and scroll to zoom';
export const holdCtrlAndScrollToZoom = 'Hold Ctrl and scroll to zoom';

export const friendsCloseTogether = (membersCount: ReactNode) => (
  <>{membersCount} friends close together: zoom in</>
);
export const friendsCount = (membersCount: ReactNode) => <>{membersCount} friends</>;

export const showEveryone = 'Show everyone';

export const yourLocation = 'Your location';

export const mapOfLabel = (label: string | number) => `Map of ${label}`;

export const eventPosition = 'Event position';
export const enterMovesPin = 'Press Enter to move the pin to the middle.';
export const enterPutsPin = 'Press Enter to put the pin in the middle.';
export const pinHelp = 'Pin. Arrow keys move it, with Shift in bigger steps.';

export const drawnBaseMap = 'Simplified map';
export const drawnBaseMapHelp = 'Shown while the map service cannot be reached. Coastlines are approximate.';
export const openStreetMapContributors = 'OpenStreetMap contributors';
