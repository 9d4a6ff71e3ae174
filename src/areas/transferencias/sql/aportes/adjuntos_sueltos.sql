SELECT 'transferencias', id, NULL FROM transferencias WHERE estado IN ('anulada', 'rechazada')
