-- What the public was told at an instant has no digits of its own any more: nobody read them.
DROP FUNCTION IF EXISTS precio_publico_en(integer, timestamptz);
