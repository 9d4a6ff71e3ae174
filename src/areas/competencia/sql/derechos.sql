GRANT INSERT, UPDATE (retirada_en, retirada_por, motivo) ON competencia_tasas TO cambista_app;
