GRANT INSERT, UPDATE ON tipos_pagos TO cambista_app;
