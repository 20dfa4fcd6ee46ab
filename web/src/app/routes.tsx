import { Navigate, Route, Routes } from 'react-router';
import { FullScreen } from './full-screen.tsx';
import { RequireAccount, RequireNoAccount, RequireSecondStep, RequireSession } from './guards.tsx';
import { lazyPage } from './lazy-page.tsx';
import { usePageChange } from './page-change.ts';
import { OpenPage } from './open-page.tsx';
import {
  Add,
  Confirm,
  FORGOT_PASSWORD,
  JOIN,
  LOGIN,
  REGISTER,
  ResetPassword,
  TwoStep,
  Unsubscribe,
} from './public-pages.ts';
import { Shell } from './shell.tsx';
import {
  Ar,
  Chat,
  ComingSoon,
  Contacts,
  EditEvent,
  Event,
  Find,
  Home,
  InviteFriends,
  Live,
  NewEvent,
  Notifications,
  Profile,
  User,
} from './signed-in-pages.ts';

const DevUiPage = import.meta.env.DEV
  ? lazyPage(() => import('./dev-ui/dev-ui-page.tsx').then((m) => m.DevUiPage))
  : null;

/** Source: NAV-01 to NAV-06. */
export function AppRoutes() {
  usePageChange();
  return (
    <Routes>
      <Route element={<RequireNoAccount />}>
        <Route path="/login" element={<LOGIN.Page />} />
        <Route path="/register" element={<REGISTER.Page />} />
        <Route path="/forgot-password" element={<FORGOT_PASSWORD.Page />} />
      </Route>
      <Route element={<RequireSecondStep />}>
        <Route path="/two-step" element={<TwoStep />} />
      </Route>
      <Route path="/reset-password" element={<ResetPassword />} />
      <Route path="/confirm" element={<Confirm />} />
      <Route element={<OpenPage />}>
        <Route path="/join/:token" element={<JOIN.Page />} />
        <Route path="/add/:token" element={<Add />} />
        <Route path="/unsubscribe/:token" element={<Unsubscribe />} />
      </Route>
      <Route element={<RequireSession />}>
        <Route element={<Shell />}>
          <Route path="/" element={<Home />} />
          {/* Here, and not with the unknown paths: the connection and the shell stay. */}
          <Route path="/home" element={<Navigate to="/" replace />} />
          <Route path="/profile" element={<Profile />} />
          <Route path="/profile/:userId" element={<User />} />
          <Route path="/notifications" element={<Notifications />} />
          <Route path="/event/:eventId" element={<Event />} />
          <Route path="/event/:eventId/live" element={<Live />} />
          <Route path="/chat" element={<ComingSoon />} />
          <Route path="/chat/:eventId" element={<Chat />} />
          <Route element={<RequireAccount />}>
            <Route path="/contacts" element={<Contacts />} />
            <Route path="/new-event" element={<NewEvent />} />
            <Route path="/edit-event/:eventId" element={<EditEvent />} />
            <Route path="/invite-friends/:eventId" element={<InviteFriends />} />
          </Route>
        </Route>
        <Route element={<FullScreen />}>
          <Route path="/event/:eventId/find/:targetId" element={<Find />} />
          <Route path="/event/:eventId/ar" element={<Ar />} />
        </Route>
      </Route>
      {DevUiPage && (
        <Route element={<Shell />}>
          <Route path="/dev/ui" element={<DevUiPage />} />
        </Route>
      )}
      <Route path="*" element={<Navigate to="/" replace />} />
    </Routes>
  );
}
