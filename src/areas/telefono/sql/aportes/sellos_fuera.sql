VALUES ('telefono_enlaces', NULL, 'archivos que esperan unos minutos; ningún documento')
