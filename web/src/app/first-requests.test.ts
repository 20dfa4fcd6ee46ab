import { chatRoutes } from '@hereabouts/contract/chat';
import { eventRoutes } from '@hereabouts/contract/events';
import { routeUrl } from '@hereabouts/contract/url';
import { userRoutes } from '@hereabouts/contract/users';
import { expect, test } from 'vitest';
import { firstRequests } from './first-requests.ts';

test('the first requests match the contract’s routes', () => {
  const home = [routeUrl(eventRoutes.listHome), routeUrl(userRoutes.getMe)];
  const params = { eventId: 7 };
  expect(firstRequests('/')).toEqual(home);
  expect(firstRequests('/home')).toEqual(home);
  expect(firstRequests('/event/7')).toEqual([routeUrl(eventRoutes.getEvent, { params })]);
  expect(firstRequests('/chat/7')).toEqual([routeUrl(chatRoutes.listMessages, { params })]);
});

test('other pages ask for nothing early', () => {
  const others = ['/login', '/event/7/live', '/event/x', '/chat', '/event/7/../8', '/profile', '/homes'];
  expect(others.flatMap(firstRequests)).toEqual([]);
});
