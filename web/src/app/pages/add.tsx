import { useParams } from 'react-router';
import { AddPage } from '#web/features/friend-links/add-page.tsx';

export function Add() {
  const { token = '' } = useParams();
  return <AddPage key={token} token={token} />;
}
