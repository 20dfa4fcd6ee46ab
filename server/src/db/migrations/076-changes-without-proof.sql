-- Asked for without the proof of the owner, which the change of an address that nobody has proved now takes before it begins.
update auth.users set new_email = null where email is not null and email_proved_at is null and new_email is not null;
