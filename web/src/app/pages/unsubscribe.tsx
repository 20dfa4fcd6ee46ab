import { useParams } from 'react-router';
import { UnsubscribePage } from '#web/features/news-mails/unsubscribe-page.tsx';

export function Unsubscribe() {
  const { token = '' } = useParams();
  return <UnsubscribePage key={token} token={token} />;
}
