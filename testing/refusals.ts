type Refused = { status: number; body: { error: { code: string; message: string } } };

export const errorOf = ({ status, body: { error } }: Refused) => [status, error.code, error.message];
