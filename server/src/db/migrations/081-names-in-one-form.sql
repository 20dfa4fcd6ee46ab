-- A name whose letters and accents were sent apart was not found by those whose keyboard sends them as one.
update users set name = normalize(name, nfc) where name is not nfc normalized;
