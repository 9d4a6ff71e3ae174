-- One permission says who uses the cash of others, at transfers as everywhere. A way to pay says nothing any more that
-- nothing read: its fee, and that it is immediate.
UPDATE roles_permisos SET permiso = 'cuentas:ajenas' WHERE permiso = 'transferencias:ajenas';
ALTER TABLE tipos_pagos DROP COLUMN comision_pct, DROP COLUMN comision_fija, DROP COLUMN inmediato;
