import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';

/** Navigates unless the person has left the page meanwhile. */
export function useNavigateWhileHere(): (path: string) => void {
  const navigate = useNavigate();
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return (path) => {
    if (isHere.current) void navigate(path, { replace: true });
  };
}
