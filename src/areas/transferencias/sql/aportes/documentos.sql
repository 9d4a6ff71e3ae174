SELECT 'transferencias', id, numero, NULL, NULL, NULL FROM transferencias
