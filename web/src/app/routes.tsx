import { Route, Routes } from 'react-router';
import { lazyPage } from './lazy-page.tsx';
import { Shell } from './shell.tsx';

const DevUiPage = lazyPage(() => import('./dev-ui/dev-ui-page.tsx').then((m) => m.DevUiPage));

export function AppRoutes() {
  return (
    <Routes>
      <Route element={<Shell />}>
        <Route path="/dev/ui" element={<DevUiPage />} />
      </Route>
    </Routes>
  );
}
