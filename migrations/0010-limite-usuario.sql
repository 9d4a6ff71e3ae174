-- How much one operation of this user may be worth, in dollars; null: nobody limits him (spec 2.1).
ALTER TABLE usuarios ADD COLUMN limite_usd numeric(38,8) CHECK (limite_usd >= 0 AND limite_usd < 1e29);
