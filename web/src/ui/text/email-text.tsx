/** An e-mail address that breaks after its @ where the line is too short, not wherever the line ends. */
export function EmailText({ email }: { email: string }) {
  const domainAt = email.lastIndexOf('@') + 1;
  return (
    <>
      {email.slice(0, domainAt)}
      <wbr />
      {email.slice(domainAt)}
    </>
  );
}
