import { HomePage } from '#web/features/home/home-page.tsx';
import { useViewerId, useViewerName } from '../viewer.ts';

export function Home() {
  return <HomePage viewerId={useViewerId()} name={useViewerName()} />;
}
