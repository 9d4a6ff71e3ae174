SELECT pais, 'tipos de pago' FROM tipos_pagos WHERE estatus
