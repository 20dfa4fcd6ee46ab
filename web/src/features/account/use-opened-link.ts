import { useLocation, useNavigate } from 'react-router';

/** Whether the link that led to this page has been used here. The history remembers it, so that a reload goes on instead
 * of using the link again; its token leaves the address. */
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
