-- The board's choice is replaced as a whole; a link can be created, used and revoked.
GRANT UPDATE (mercado, tema, mensaje, elegida, version) ON pizarra TO cambista_app;
GRANT INSERT, DELETE ON pizarra_pares, pizarra_corredores TO cambista_app;
GRANT INSERT, UPDATE (usado_en, revocado_en, revocado_por) ON pizarra_enlaces TO cambista_app;
