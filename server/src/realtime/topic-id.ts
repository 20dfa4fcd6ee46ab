const NUMBER = /^[1-9]\d{0,14}$/;

/** Null unless it is the id's canonical spelling. */
export const topicNumber = (id: string): number | null => (NUMBER.test(id) ? Number(id) : null);
