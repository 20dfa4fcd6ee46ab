import { useNavigate } from 'react-router';
import { useIsHere } from './use-is-here.ts';

/** Navigates unless the person has left the page meanwhile. */
export function useNavigateWhileHere(): (path: string) => void {
  const navigate = useNavigate();
  const isHere = useIsHere();
  return (path) => {
    if (isHere.current) void navigate(path, { replace: true });
  };
}
