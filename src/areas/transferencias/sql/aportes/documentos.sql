SELECT 'transferencias', id, numero FROM transferencias
