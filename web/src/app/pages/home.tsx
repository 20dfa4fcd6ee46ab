import { HomePage } from '#web/features/home/home-page.tsx';
import { lazyComponent } from '#web/ui/feedback/lazy-component.tsx';
import { Skeleton } from '#web/ui/feedback/skeleton.tsx';
import * as recurring from '#web/texts/recurring.ts';
import { useViewerId } from '#web/auth/use-session.ts';
import { useViewerName } from '../viewer.ts';

const later = { loading: null, failedTitle: recurring.couldNotLoadThisPart };
const loadAnswer = () =>
  import('#web/features/events/components/quick-answer.tsx').then((module) => module.QuickAnswer);
// As high as the buttons.
const QuickAnswer = lazyComponent(loadAnswer, {
  ...later,
  loading: <Skeleton shape="block" height="44px" />,
});
loadAnswer().catch(() => {});
const FaceToFace = lazyComponent(
  () => import('#web/features/friend-links/components/face-to-face.tsx').then((module) => module.FaceToFace),
  later,
);

export function Home() {
  const viewerId = useViewerId();
  return (
    <HomePage
      viewerId={viewerId}
      name={useViewerName()}
      renderAnswers={(event) => <QuickAnswer key={event.id} event={event} />}
      renderShare={(row) => <FaceToFace viewerId={viewerId} row={row} />}
    />
  );
}
