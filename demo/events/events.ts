import type { PlannedEvent } from './event-plan.ts';
import { EVENTS_OF_MARIE } from './events-of-marie.ts';
import { EVENTS_OF_OTHERS } from './events-of-others.ts';

export const DEMO_EVENTS: readonly PlannedEvent[] = [...EVENTS_OF_MARIE, ...EVENTS_OF_OTHERS];
