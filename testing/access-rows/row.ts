import { arrangeEvent, arrangeRunningEvent, type Expected, type Role, type World } from '../access-world.ts';

export type Input = { params?: object; query?: object; body?: unknown };
/** One line of the access matrix: what is asked for, made anew for each cell, and what each role gets. */
export type AccessRow = {
  about: string;
  arrange: (world: World, role: Role) => Promise<Input>;
  expected: Expected;
  /** It is about the creator or what is theirs, without the event standing in the path. */
  ofCreator?: boolean;
};

export const nothing: AccessRow['arrange'] = async () => ({});

export const onEvent =
  (isPrivate: boolean, rest: (world: World) => Omit<Input, 'params'> = () => ({})): AccessRow['arrange'] =>
  async (world) => ({
    params: { eventId: await arrangeEvent(world, isPrivate) },
    ...rest(world),
  });

export const onRunningEvent =
  (isPrivate: boolean, rest: (world: World) => Omit<Input, 'params'> = () => ({})): AccessRow['arrange'] =>
  async (world) => ({
    params: { eventId: await arrangeRunningEvent(world, isPrivate) },
    ...rest(world),
  });
