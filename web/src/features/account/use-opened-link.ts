import { useLocation, useNavigate } from 'react-router';

/** The history remembers a used link, so that a reload does not use it again; its token leaves the address. */
export function useOpenedLink(): [isOpened: boolean, markOpened: () => void] {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  const markOpened = () => {
    const params = new URLSearchParams(search);
    for (const key of ['token_hash', 'type']) params.delete(key);
    void navigate({ pathname, search: params.toString() }, { replace: true, state: { isOpened: true } });
  };
  return [(state as { isOpened?: unknown } | null)?.isOpened === true, markOpened];
}
