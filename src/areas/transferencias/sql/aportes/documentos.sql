SELECT 'transferencias', id, numero, NULL, NULL FROM transferencias
