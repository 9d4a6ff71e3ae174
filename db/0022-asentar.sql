-- One entry to post: its real legs, or, where `completa`, all of its legs with their values.
CREATE TYPE libro_entrada AS (origen text, origen_id bigint, glosa text, usuario_id integer, anula_a bigint,
  lineas libro_linea[], resultado bigint, completa boolean);

-- The accounts that a set of entries may move, as they are under its locks, and the positions of their currencies.
CREATE TYPE libro_estado AS (ids bigint[], saldos numeric[], minimos numeric[], maximos numeric[], monedas integer[],
  funcional integer, divisas integer[], posiciones bigint[], contravalores bigint[]);
