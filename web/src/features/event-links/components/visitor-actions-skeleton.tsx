import { Skeleton } from '#web/ui/feedback/skeleton.tsx';

/** As high as what a visitor can do: nothing below moves. */
export const VisitorActionsSkeleton = () => <Skeleton shape="block" height="14rem" />;
