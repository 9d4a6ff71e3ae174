SELECT 'ordenes', id, numero FROM ordenes
