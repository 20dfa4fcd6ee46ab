const NUMBER = /^[1-9]\d{0,14}$/;

/** The id of a topic as a number, in its one spelling; null for what is no such id. */
export const topicNumber = (id: string): number | null => (NUMBER.test(id) ? Number(id) : null);
