-- One operation that posts, on its way through its set: `accion` names its two functions, …_juzgar and …_guardar;
-- `id` is the document that it moves, null for a new one; `ocupa` is what no other operation of its set may also read
-- or write; `entradas` is what it posts; `dato` is what its second function needs of the first.
CREATE TYPE operacion AS (lugar integer, accion text, quien jsonb, clave uuid, id bigint, p jsonb, ocupa text[],
  entradas libro_entrada[], dato jsonb);
