-- A name whose letters and accents were sent apart was not found by those whose keyboard sends them as one.
-- One form may be longer than the other.
update users set name = rtrim(left(normalize(name, nfc), 100)) where name is not nfc normalized;
